import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { TrunkFields } from '#contract/api/telephony-admin.ts';

/** The form of a line. */
export type TrunkForm = UseFormReturn<z.input<typeof TrunkFields>, unknown, z.output<typeof TrunkFields>>;
