/* SPDX-License-Identifier: Apache-2.0 */
#include "base/bits.h"
#include "mem/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct mmio_access access8 = {.size = 8};

/* Many pages survive the table's growth; unknown ones stay unknown. */
static void table_grows(void **state)
{
    (void)state;
    struct mem mem;
    assert_int_equal(mem_init(&mem, NULL), GM_OK);
    for (uint64_t i = 0; i < 1000; i++) {
        uint64_t address = i * UINT64_C(0x123450000);
        assert_int_equal(mem_map(&mem, address, 1, MEM_R | MEM_W), GM_OK);
        assert_int_equal(mem_write(&mem, address, &i, sizeof i), GM_OK);
    }
    for (uint64_t i = 0; i < 1000; i++) {
        uint64_t back = 0;
        assert_int_equal(mem_read(&mem, i * UINT64_C(0x123450000), &back, sizeof back), GM_OK);
        assert_int_equal(back, i);
    }
    assert_int_equal(mem.page_count, 1000);
    assert_null(mem_page_at(&mem, 0x5000, true));
    mem_destroy(&mem);
}

/* A store that crosses into an unmapped or read-only page changes nothing. */
static void crossing_store_is_atomic(void **state)
{
    (void)state;
    struct mem mem;
    uint64_t ones = UINT64_MAX;
    uint64_t back = 1;
    assert_int_equal(mem_init(&mem, NULL), GM_OK);
    assert_int_equal(mem_map(&mem, 0x1000, 0x1000, MEM_R | MEM_W), GM_OK);
    assert_int_equal(mem_guest_write_slow(&mem, &access8, 0x1ffc, &ones), MEM_UNMAPPED);
    assert_int_equal(mem_map(&mem, 0x2000, 0x1000, MEM_R), GM_OK);
    assert_int_equal(mem_guest_write_slow(&mem, &access8, 0x1ffc, &ones), MEM_DENIED);
    assert_int_equal(mem_guest_read_slow(&mem, &access8, 0x1ffc, &back), MEM_OK);
    assert_int_equal(back, 0);
    assert_int_equal(mem_map(&mem, 0x2000, 0x1000, MEM_W), GM_OK);
    assert_int_equal(mem_guest_write_slow(&mem, &access8, 0x1ffc, &ones), MEM_OK);
    assert_int_equal(mem_guest_read_slow(&mem, &access8, 0x1ffc, &back), MEM_OK);
    assert_true(back == UINT64_MAX);
    mem_destroy(&mem);
}

static void dropped(void *context, struct mem_page *page)
{
    int *count = context;
    ++*count;
    page->code = NULL;
}

/* A store to a page with decoded code always takes the slow way and drops it. */
static void code_is_never_stale(void **state)
{
    (void)state;
    struct mem mem;
    int drops = 0;
    int code;
    uint64_t word = 1;
    assert_int_equal(mem_init(&mem, NULL), GM_OK);
    mem.code_dropped = dropped;
    mem.code_context = &drops;
    assert_int_equal(mem_map(&mem, 0x1000, 0x1000, MEM_R | MEM_W | MEM_X), GM_OK);
    assert_int_equal(mem_guest_write_slow(&mem, &access8, 0x1000, &word), MEM_OK);
    assert_non_null(mem_fast_write(&mem, 0x1008, 8));
    mem_page_attach_code(&mem, mem_page_at(&mem, 0x1000, false), &code);
    assert_null(mem_fast_write(&mem, 0x1008, 8));
    assert_non_null(mem_fast_read(&mem, 0x1008, 8));
    assert_int_equal(mem_guest_write_slow(&mem, &access8, 0x1008, &word), MEM_OK);
    assert_int_equal(drops, 1);
    assert_non_null(mem_fast_write(&mem, 0x1008, 8));
    mem_destroy(&mem);
}

/* Any store to the granule closes the monitor, the PE's own too; other granules do not. */
static void monitors(void **state)
{
    (void)state;
    struct mem mem;
    uint64_t v = 0;
    assert_int_equal(mem_init(&mem, NULL), GM_OK);
    assert_int_equal(mem_map(&mem, 0x1000, 0x1000, MEM_R | MEM_W), GM_OK);
    assert_int_equal(mem_guest_write_slow(&mem, &access8, 0x1000, &v), MEM_OK);
    mem_monitor_set(&mem, 0, 0x1048);
    mem_monitor_set(&mem, 1, 0x1040);
    assert_null(mem_fast_write(&mem, 0x1000, 8));
    assert_int_equal(mem_guest_write_slow(&mem, &access8, 0x1080, &v), MEM_OK);
    assert_true(mem_monitor_holds(&mem, 0, 0x1048));
    assert_int_equal(mem_guest_write_slow(&mem, &access8, 0x103c, &v), MEM_OK); /* crosses into it */
    assert_false(mem_monitor_holds(&mem, 0, 0x1048));
    assert_false(mem_monitor_holds(&mem, 1, 0x1040));
    assert_non_null(mem_fast_write(&mem, 0x1000, 8));
    mem_destroy(&mem);
}

static const struct mmio_row rows[] = {
    {.first = 0x0, .last = 0x3, .name = "A", .sizes = 4},
    {.first = 0x8, .last = 0xf, .name = "B", .sizes = 4 | 8},
    {.first = 0x100, .last = 0x1ff, .name = "C", .sizes = 1 | 4},
};

static void rows_are_found(void **state)
{
    (void)state;
    const struct mmio_map map = {rows, ARRAY_SIZE(rows)};
    assert_true(mmio_map_valid(&map));
    assert_ptr_equal(mmio_find(&map, 0, 4), &rows[0]);
    assert_null(mmio_find(&map, 0, 8));
    assert_null(mmio_find(&map, 4, 4));
    assert_ptr_equal(mmio_find(&map, 8, 8), &rows[1]);
    assert_null(mmio_find(&map, 0xa, 4));
    assert_ptr_equal(mmio_find(&map, 0x1ff, 1), &rows[2]);
    assert_null(mmio_find(&map, 0x1fe, 4));
    assert_null(mmio_find(&map, 0x200, 1));
    assert_null(mmio_find(&map, UINT64_MAX, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_grows),         cmocka_unit_test(crossing_store_is_atomic),
        cmocka_unit_test(code_is_never_stale), cmocka_unit_test(monitors),
        cmocka_unit_test(rows_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
