// How a game went, as a curve of Black's chances: in characters, and as a picture.
#pragma once

#include "base/str.h"
#include "study/review.h"

void chart_text(const Review *v, int width, Str *out);
void chart_svg(const Review *v, Str *out);
