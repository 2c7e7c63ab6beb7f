import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

// Halves the time from start to sound; in the engine's own folder, as what lies there is executed.
enableCompileCache(join(resolve(process.env['DATA_DIR'] ?? './data'), 'engine', 'compiled'));
await import('./start.ts');
