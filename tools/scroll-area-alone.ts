import type { Plugin } from 'vite';

const theirs = 'import { useMergeRefs } from "@floating-ui/react";';
const ours = 'import { useMergedRef } from "@mantine/hooks"; const useMergeRefs = (refs) => useMergedRef(...refs);';

/**
 * Mantine's ScrollArea, which every table brings, takes one small function of floating-ui and with it all of its 16 kB.
 * Gives it the same function of Mantine's own. Where a new version reads otherwise nothing happens, and the check of the
 * pages' sizes tells.
 */
export const scrollAreaAlone = (): Plugin => ({
  name: 'scroll-area-alone',
  enforce: 'pre',
  transform(code, id) {
    return id.endsWith('/ScrollArea/ScrollArea.mjs') && code.includes(theirs)
      ? { code: code.replace(theirs, ours), map: null }
      : undefined;
  },
});
