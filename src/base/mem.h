// Memory that is there: a request that cannot be met ends the program, here and nowhere else.
#pragma once

#include <stddef.h>

void *mem_alloc(size_t size); // zeroed
void *mem_resize(void *block, size_t size);
void mem_free(void *block);
char *mem_copy_text(const char *text);

// How many allocations there have been. Tests use it to show that a path allocates nothing.
size_t mem_count(void);
