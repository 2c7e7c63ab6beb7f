import { join } from 'node:path';
import { orExit } from './kernel/or-exit.ts';
import { dropRoot } from './supervisor/drop-root.ts';

/* `as-service.ts FILE [ARGUMENTS]` runs one program alone, as the service account if root starts it. */
const [file, ...rest] = process.argv.slice(2);
if (file === undefined) throw new Error('Usage: as-service.ts FILE [ARGUMENTS]');
await orExit(() => dropRoot({ env: process.env, isWhole: false }));
process.argv.splice(1, process.argv.length, join(process.cwd(), file), ...rest);
await import(join(process.cwd(), file));
