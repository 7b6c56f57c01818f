// Win-rate chart of a reviewed game (Black's win rate by move): as text and as SVG.
#pragma once

#include "base/str.h"
#include "study/review.h"

void chart_text(const Review *v, int width, Str *out);
void chart_svg(const Review *v, Str *out);
