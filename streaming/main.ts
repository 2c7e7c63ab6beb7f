import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

// Halves the time from start to audio; in the engine's own folder, because its content is executed.
enableCompileCache(join(resolve(process.env['DATA_DIR'] ?? './data'), 'engine', 'compiled'));
await import('./start.ts');
