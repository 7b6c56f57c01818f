// Memory that is there: a request that cannot be met ends the program, here and nowhere else.
#pragma once

#include <stddef.h>

void *mem_alloc(size_t size); // zeroed
void *mem_resize(void *block, size_t size);
void mem_free(void *block);
char *mem_copy_text(const char *text);

// Zeroed, for a large block that is read here and there all over: on pages of the larger kind where
// the system has them, so that reading seldom waits for an address. Those pages are filled here and
// not when somebody is in a hurry. `*owner` is what mem_free takes.
void *mem_alloc_huge_pages(size_t size, void **owner);

// How many allocations there have been. Tests use it to show that a path allocates nothing.
size_t mem_allocation_count(void);
