// Who is here: has a socket, or asked for something a moment ago, as programs do that wait for
// their turn by asking again and again.
#pragma once

#include "store/people.h"

typedef struct Attendance Attendance;

Attendance *attendance_new(void);
void attendance_free(Attendance *a);

void attendance_note(Attendance *a, UserId user, int64_t now_ms);
bool attendance_has(const Attendance *a, UserId user, int64_t now_ms);
