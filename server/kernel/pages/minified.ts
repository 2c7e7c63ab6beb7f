import { createRequire } from 'node:module';
import type * as Rolldown from 'rolldown/utils';
import { derivedText } from './derived-text.ts';

const require = createRequire(import.meta.url);

/** A classic script without what only its readers need. The minifier is loaded only where the minified script is not kept. */
export const minified = (text: string): string =>
  derivedText(`minify ${(require('rolldown/package.json') as { version: string }).version}`, text, (script) => {
    const { minifySync } = require('rolldown/utils') as typeof Rolldown;
    const { code, errors } = minifySync('script.js', script, { module: false });
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
    return code;
  });
