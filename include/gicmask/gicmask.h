/* SPDX-License-Identifier: Apache-2.0 */
/** @file gicmask.h The whole public API. */
#ifndef GICMASK_GICMASK_H
#define GICMASK_GICMASK_H

#include <gicmask/allocator.h>
#include <gicmask/check.h>
#include <gicmask/core.h>
#include <gicmask/decision.h>
#include <gicmask/disasm.h>
#include <gicmask/error.h>
#include <gicmask/estimate.h>
#include <gicmask/image.h>
#include <gicmask/machine.h>
#include <gicmask/observer.h>
#include <gicmask/resolve.h>
#include <gicmask/scenario.h>
#include <gicmask/status.h>
#include <gicmask/stop.h>
#include <gicmask/version.h>

#endif
