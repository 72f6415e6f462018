#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The schema of SoC specs (soc-specs/schema.json) and the specs fit each other.

Each spec that comes with the compiler fits, and so does test/fuzz/corpus/
everything.yaml, which has one of each thing: so the schema knows all keys. It has
no key that stands in none of them. Wrong specs - those with one mistake of a kind
that a schema can find - do not fit.

The status is 77 without the packages jsonschema and yaml.

Usage: check_specs.py [REPOSITORY]
"""

import copy
import json
import pathlib
import sys

NOT_HERE = 77

# Where in everything.yaml, and what instead; None: nothing there.
MISTAKES = [
    (["name"], None),
    (["name"], ""),
    (["core-types"], []),
    (["core-types", 0, "cqu"], "generic"),
    (["core-types", 0, "capacity"], 1.5),
    (["core-types", 0, "caches", 0, "line-bytes"], 48),
    (["core-types", 0, "caches", 0, "size-kib"], None),
    (["core-types", 0, "idle-states", 1, "scope"], "chip"),
    (["core-types", 0, "idle-states", 0, "entry-uj"], -1),
    (["core-types", 0, "midr", "part"], 0x1000),
    (["core-types", 0, "flags"], "-mthumb"),
    (["clusters", 0, "coherent"], "no"),
    (["voltage-domains", 0, "name"], None),
    (["frequency-domains", 0, "points", 0, "mhz"], "fast"),
    (["frequency-domains", 0, "points", 0, "volts"], 12),
    (["frequency-domains", 0, "power", "backend"], "magic"),
    (["frequency-domains", 0, "power", "transition-us", "auto"], 1),
    (["frequency-domains", 0, "power", "registers", 0, "offset"], 2),
    (["cores", 0, "ids"], "one"),
    (["cores", 0, "ids"], 4096),
    (["accelerators", 0, "count"], 0),
    (["accelerators", 0, "wait-call"], None),
    (["accelerators", 0, "wait-call"], "array-wait"),
    (["costs", "dma", "start-ns"], None),
    (["costs", "links", 0, "to"], None),
    (["costs", "sync-ns"], "fast"),
]


def with_mistake(spec, path, value):
    wrong = copy.deepcopy(spec)
    place = wrong
    for step in path[:-1]:
        place = place[step]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return wrong


def keys_of(value):
    """All keys of all maps in it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner)


def properties_of(schema):
    """All keys that a schema knows."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for inner in schema.values():
            yield from properties_of(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from properties_of(inner)


def problems(root, validator, load):
    everything = None
    for path in [*sorted((root / "soc-specs").glob("*.yaml")),
                 root / "test/fuzz/corpus/everything.yaml"]:
        everything = load(path.read_text())
        for error in validator.iter_errors(everything):
            where = "/".join(map(str, error.absolute_path))
            yield f"{path.relative_to(root)}: {where}: {error.message}"
    for key in sorted(set(properties_of(validator.schema)) - set(keys_of(everything))):
        yield f"the schema has '{key}', everything.yaml does not"
    for path, value in MISTAKES:
        if validator.is_valid(with_mistake(everything, path, value)):
            where = "/".join(map(str, path))
            yield f"the schema accepts {where}: {value!r}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    try:
        import jsonschema
        import yaml
    except ImportError as error:
        print(f"not checked: {error}")
        return NOT_HERE
    schema = json.loads((root / "soc-specs/schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    found = list(problems(root, validator, yaml.safe_load))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
