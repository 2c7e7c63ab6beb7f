import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { PlayerForm } from './player-values.ts';

/** The form of the builder, as its parts get it. */
export type BuilderForm = UseFormReturn<z.input<typeof PlayerForm>, unknown, z.output<typeof PlayerForm>>;
