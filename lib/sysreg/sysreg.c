/* SPDX-License-Identifier: Apache-2.0 */
#include "sysreg/sysreg.h"

#include <stdio.h>
#include <string.h>

static const struct sysreg_row *find_in_bank(const struct sysreg_bank *bank, uint32_t key)
{
    size_t low = 0;
    size_t high = bank->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (bank->rows[middle].key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < bank->count && bank->rows[low].key == key ? &bank->rows[low] : NULL;
}

bool sysreg_find(const struct sysreg_table *table, uint32_t key, struct sysreg_entry *entry)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct sysreg_row *row = find_in_bank(&table->banks[i], key);
        if (row != NULL) {
            *entry = (struct sysreg_entry){.row = row, .owner = table->banks[i].owner};
            return true;
        }
    }
    return false;
}

bool sysreg_find_name(const struct sysreg_table *table, const char *name, struct sysreg_entry *entry)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct sysreg_bank *bank = &table->banks[i];
        for (size_t j = 0; j < bank->count; j++) {
            if (strcmp(bank->rows[j].name, name) == 0) {
                *entry = (struct sysreg_entry){.row = &bank->rows[j], .owner = bank->owner};
                return true;
            }
        }
    }
    return false;
}

bool sysreg_bank_valid(const struct sysreg_bank *bank)
{
    for (size_t i = 0; i < bank->count; i++) {
        const struct sysreg_row *row = &bank->rows[i];
        if (row->name == NULL || (i > 0 && bank->rows[i - 1].key >= row->key)) {
            return false;
        }
        bool readable = row->read != NULL || row->slot >= 0 || (row->flags & SYSREG_WO) != 0;
        bool writable = row->write != NULL || row->slot >= 0 || (row->flags & (SYSREG_RO | SYSREG_WI)) != 0;
        if (!readable || !writable) {
            return false;
        }
    }
    return true;
}

int sysreg_paste_row(uint32_t key, char *text, size_t size)
{
    unsigned op0 = key >> 14 & 3;
    unsigned op1 = key >> 11 & 7;
    unsigned crn = key >> 7 & 15;
    unsigned crm = key >> 3 & 15;
    unsigned op2 = key & 7;
    return snprintf(text, size, "{.name = \"S%u_%u_C%u_C%u_%u\", .key = SYSREG_KEY(%u, %u, %u, %u, %u), .min_el = 1},",
                    op0, op1, crn, crm, op2, op0, op1, crn, crm, op2);
}
