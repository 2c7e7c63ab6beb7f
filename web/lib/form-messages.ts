import * as z from 'zod/mini';
import { validationWords } from '#contract/validation-words.ts';

// Forms say what the API says where a schema has no words of its own.
z.config({ localeError: validationWords });
