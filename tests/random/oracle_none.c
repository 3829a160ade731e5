/* SPDX-License-Identifier: Apache-2.0 */
/* Stands in for the oracles that the build did not find: the test is then skipped. */
#include "oracle.h"

#include <stddef.h>

#ifndef HAVE_UNICORN
struct random_oracle *random_oracle_unicorn(void)
{
    return NULL;
}
#endif

#ifndef HAVE_QEMU
struct random_oracle *random_oracle_qemu(void)
{
    return NULL;
}
#endif
