#include "util.h.inc"
	.text
	.globl	NAME
NAME:
	ret
	.section	.note.GNU-stack,"",@progbits
