import type { Plugin } from 'vite';

const original = 'import { useMergeRefs } from "@floating-ui/react";';
const replacement = 'import { useMergedRef } from "@mantine/hooks"; const useMergeRefs = (refs) => useMergedRef(...refs);';

/**
 * Mantine's ScrollArea, which every table uses, imports one small function of floating-ui, and with it all of its 16
 * kB. This replaces it by the same function of Mantine. If a new version of Mantine differs nothing is replaced, and
 * the check of the bundle size fails.
 */
export const scrollAreaAlone = (): Plugin => ({
  name: 'scroll-area-alone',
  enforce: 'pre',
  transform(code, id) {
    return id.endsWith('/ScrollArea/ScrollArea.mjs') && code.includes(original)
      ? { code: code.replace(original, replacement), map: null }
      : undefined;
  },
});
