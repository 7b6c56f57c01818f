#!/bin/sh
# Prints the weight files as C source: the table of engine/eval/weights.h. The name of a file is
# RULES.weights.
set -eu

printf '// Made by src/engine/eval/embed_weights.sh.\n#include "engine/eval/weights.h"\n\n'
for path; do
    name=$(basename -- "$path" .weights | tr - _)
    printf 'static const unsigned char %s[] = {\n' "$name"
    od -An -v -tx1 -w24 -- "$path" | sed 's/ \(..\)/0x\1,/g'
    printf '};\n\n'
done
printf 'const WeightData weight_data[] = {\n'
for path; do
    name=$(basename -- "$path" .weights)
    variable=$(printf %s "$name" | tr - _)
    printf '    {"%s", %s, sizeof %s},\n' "$name" "$variable" "$variable"
done
printf '    {0},\n};\n'
