#include "core/rules.h"
#include "test.h"

#include <string.h>

TEST(rules_are_found_by_name_in_any_case) {
    Error err = {0};
    for (int i = 0; rules_at(i); i++) {
        CHECK(rules_name(i), rules_find(rules_name(i), &err) == rules_at(i));
        CHECK(rules_name(i), *rules_at(i)->summary);
    }
    CHECK("capitals", rules_find("Renju", &err) == &rules_renju);
    CHECK("no such rules", rules_find("ranju", &err) == NULL);
    CHECK_TEXT("no such rules", err.text, "there is no rule set 'ranju'; did you mean 'renju'?");
}

TEST(rules_have_gomocup_numbers) {
    CHECK("freestyle", rules_from_gomocup(0) == &rules_freestyle);
    CHECK("standard", rules_from_gomocup(1) == &rules_standard);
    CHECK("renju", rules_from_gomocup(4) == &rules_renju);
    CHECK("caro", rules_from_gomocup(9) == &rules_caro);
    CHECK("caro where six wins", rules_from_gomocup(8) == &rules_caro_overline);
    CHECK("continuous game is not supported", rules_from_gomocup(2) == NULL);
    CHECK("negative", rules_from_gomocup(-1) == NULL);
}

TEST(rules_have_distinct_names) {
    for (int i = 0; rules_at(i); i++)
        for (int k = 0; k < i; k++)
            CHECK(rules_name(i), strcmp(rules_name(i), rules_name(k)) != 0);
}
