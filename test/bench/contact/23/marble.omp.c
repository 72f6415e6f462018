/* marble.c : sdf marcher, 4 grey levels, ascii out.  marble [w] [h] */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef float F;
typedef struct { F x, y, z; } V;

#define V3(a,b,c) ((V){(a),(b),(c)})
#define DOT(a,b)  ((a).x*(b).x+(a).y*(b).y+(a).z*(b).z)
#define MIX(a,b,t) ((a)+((b)-(a))*(t))
#define EPS 0.0015f
#define FAR 40.f
#define NB  14

static V add(V a,V b){return V3(a.x+b.x,a.y+b.y,a.z+b.z);}
static V sub(V a,V b){return V3(a.x-b.x,a.y-b.y,a.z-b.z);}
static V mul(V a,F s){return V3(a.x*s,a.y*s,a.z*s);}
static V nrm(V a){return mul(a,1.f/sqrtf(DOT(a,a)));}
static F sat(F x){return x<0?0:x>1?1:x;}

static struct { V c; F r; int m; } ball[NB];
static int mat;                     /* material of the last map() */
static long nmap, nsteps, nshadow;
static int hits[4];
#pragma omp threadprivate(mat,nmap,nsteps,nshadow,hits)
static int perm[256];

static unsigned rs=7u;
static F rf(void){ rs=rs*1664525u+1013904223u; return (rs>>9)*(1.f/8388608.f); }

/* ---- value noise ---- */
static F lat(int x,int y,int z){ return perm[(perm[(perm[x&255]+y)&255]+z)&255]*(1.f/255.f); }
static F noise(V p)
{
    int x=(int)floorf(p.x),y=(int)floorf(p.y),z=(int)floorf(p.z);
    F u=p.x-x,v=p.y-y,w=p.z-z;
    u=u*u*(3-2*u); v=v*v*(3-2*v); w=w*w*(3-2*w);
    F a=MIX(lat(x,y,z),lat(x+1,y,z),u), b=MIX(lat(x,y+1,z),lat(x+1,y+1,z),u);
    F c=MIX(lat(x,y,z+1),lat(x+1,y,z+1),u), d=MIX(lat(x,y+1,z+1),lat(x+1,y+1,z+1),u);
    return MIX(MIX(a,b,v),MIX(c,d,v),w);
}
static F fbm(V p,int o)
{
    F s=0,a=.5f;
    while(o--){ s+=a*noise(p); p=add(mul(p,2.03f),V3(1.7f,9.2f,3.1f)); a*=.5f; }
    return s;
}

/* ---- scene ---- */
static F smin(F a,F b,F k){ F h=sat(.5f+.5f*(b-a)/k); return MIX(b,a,h)-k*h*(1-h); }
static F map(V p)
{
    F d=p.y+1.f, e=1e9f;
    nmap++;
    mat=0;
    for(int i=0;i<NB;i++){
        V q=sub(p,ball[i].c);
        F t=sqrtf(DOT(q,q))-ball[i].r;
        if(ball[i].m==1) e=smin(e,t,.35f);
        else if(t<d){ d=t; mat=ball[i].m; }
    }
    if(e<.25f) e-=.06f*fbm(mul(p,4.f),2);
    if(e<d){ d=e; mat=1; }
    /* arch */
    V q=V3(p.x,p.y+1.f,p.z-6.f);
    F r=sqrtf(q.x*q.x+q.y*q.y)-3.2f;
    r=sqrtf(r*r+q.z*q.z)-.3f;
    if(r<d){ d=r; mat=3; }
    return d;
}
static V grad(V p)
{
    F d=map(p);
    return nrm(V3(map(add(p,V3(EPS,0,0)))-d,map(add(p,V3(0,EPS,0)))-d,map(add(p,V3(0,0,EPS)))-d));
}
static F march(V o,V d,int *n)
{
    F t=.02f;
    int i;
    for(i=0;i<160&&t<FAR;i++){
        F s=map(add(o,mul(d,t)));
        if(s<EPS*(.5f+t)) break;
        t+=s*.9f;
    }
    *n+=i;
    return i<160&&t<FAR?t:-1.f;
}
static F shade(V o,V d,int dep)
{
    static const V sun={.48f,.64f,-.6f};
    int n=0,m;
    F t=march(o,d,&n),c;
    nsteps+=n;
    if(t<0) return .35f+.5f*sat(d.y)+.15f*fbm(mul(d,6.f),3);
    V p=add(o,mul(d,t)),g=grad(p);
    map(p);
    m=mat;
    if(dep==0) hits[m]++;
    if(m==0) c=(((int)floorf(p.x)+(int)floorf(p.z))&1)?.8f:.3f;
    else if(m==1) c=.5f+.45f*sinf(6.f*p.y+7.f*fbm(mul(p,2.2f),4));
    else if(m==2) c=.12f;
    else c=.4f+.3f*fbm(mul(p,5.f),3);
    F l=DOT(g,sun);
    if(l>0){
        int k=0;
        nshadow++;
        if(march(add(p,mul(g,.02f)),sun,&k)>0) l*=.15f;
        nsteps+=k;
    }else l=0;
    c*=.25f+.75f*l;
    if(m==2&&dep<3){
        V r=sub(d,mul(g,2*DOT(d,g)));
        c+=.75f*shade(add(p,mul(g,.02f)),r,dep+1);
    }
    F fog=1.f-expf(-.0025f*t*t);
    return MIX(c,.6f,fog);
}

int main(int c,char **v)
{
    int w=c>1?atoi(v[1]):512,h=c>2?atoi(v[2]):320,x,y,i;
    if(w<8||h<8) return puts("too small"),1;
    F *fb=malloc(sizeof(F)*(size_t)w*(size_t)h);
    unsigned char *q=malloc((size_t)w*(size_t)h);
    if(!fb||!q) return 1;
    for(i=0;i<256;i++) perm[i]=i;
    for(i=255;i>0;i--){ int j=(int)(rf()*(i+1)),t=perm[i]; perm[i]=perm[j]; perm[j]=t; }
    for(i=0;i<NB;i++){
        ball[i].r=.35f+.5f*rf();
        ball[i].c=V3(5.f*rf()-2.5f,ball[i].r-1.f+1.2f*rf()*(i&1),5.f*rf());
        ball[i].m=1+(i&1);
    }
    double lum=0;
    F mx=0;
    long tm=0,ts=0,tw=0;
    int th[4]={0,0,0,0};
    #pragma omp parallel reduction(+:tm,ts,tw,th)
    {
    #pragma omp for schedule(dynamic,2)
    for(int y=0;y<h;y++) for(int x=0;x<w;x++){
        F s=0;
        for(int i=0;i<2;i++){           /* 2 samples on the diagonal */
            F a=(x+.25f+.5f*i-.5f*w)/h,b=(.5f*h-y-.25f-.5f*i)/h;
            s+=.5f*shade(V3(.6f,.7f,-4.5f),nrm(V3(a,b-.12f,1.1f)),0);
        }
        fb[y*w+x]=s;
    }
    tm+=nmap; ts+=nsteps; tw+=nshadow;
    for(int i=0;i<4;i++) th[i]+=hits[i];
    }
    /* in pixel order */
    for(i=0;i<w*h;i++){ lum+=fb[i]; if(fb[i]>mx) mx=fb[i]; }
    /* exposure, then floyd-steinberg to 4 levels */
    F ex=(F)(.45/(lum/((double)w*h)));
    unsigned fnv=2166136261u;
    for(i=0;i<w*h;i++) fb[i]*=ex;
    for(y=0;y<h;y++) for(x=0;x<w;x++){
        F *p=fb+y*w+x,o=*p;
        i=(int)(sat(o)*3.f+.5f);
        F e=o-i/3.f;
        if(e>1.f) e=1.f;
        q[y*w+x]=(unsigned char)i;
        if(x+1<w) p[1]+=e*.4375f;
        if(y+1<h){
            if(x>0) p[w-1]+=e*.1875f;
            p[w]+=e*.3125f;
            if(x+1<w) p[w+1]+=e*.0625f;
        }
        fnv=(fnv^(unsigned)i)*16777619u;
    }
    for(y=0;y<24;y++){
        for(x=0;x<72;x++) putchar(" .+#"[q[(y*h/24)*w+x*w/72]]);
        putchar('\n');
    }
    printf("hits floor %d stone %d mirror %d arch %d\n",th[0],th[1],th[2],th[3]);
    printf("maps %ld steps %ld shadow rays %ld\n",tm,ts,tw);
    printf("mean %.9f max %.7f image %08x\n",lum/((double)w*h),mx,fnv);
    free(fb); free(q);
    return 0;
}
