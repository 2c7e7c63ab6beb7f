import * as z from 'zod/mini';
import { validationMessages } from '#contract/texts/validation-messages.ts';

// Forms use the API's messages where a schema has none of its own.
z.config({ localeError: validationMessages });
