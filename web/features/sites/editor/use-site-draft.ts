import { useState } from 'react';
import type { Site, SiteContent } from '#contract/api/site.ts';

/** What the editor changes. */
export type SiteDraft = { slug: string; content: SiteContent };

type History = { past: readonly SiteDraft[]; now: SiteDraft; future: readonly SiteDraft[]; mark: string };

const mostSteps = 100;

/** A draft with its history: changes with the same `mark` one after another (typing into one field) are undone together. */
export const useSiteDraft = (opened: Site) => {
  const [history, setHistory] = useState<History>(() => startOf(opened));
  const [saved, setSaved] = useState(() => JSON.stringify(startOf(opened).now));
  return {
    draft: history.now,
    isDirty: JSON.stringify(history.now) !== saved,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: (next: (draft: SiteDraft) => SiteDraft, mark = '') => setHistory((before) => changed(before, next, mark)),
    undo: () =>
      setHistory(({ past, now, future }) => ({
        ...{ past: past.slice(0, -1), now: past.at(-1) ?? now, mark: '' },
        future: past.length > 0 ? [now, ...future] : future,
      })),
    redo: () =>
      setHistory(({ past, now, future }) => ({
        ...{ past: future.length > 0 ? [...past, now] : past, now: future[0] ?? now, mark: '' },
        future: future.slice(1),
      })),
    /** The site as the server has stored it; texts may have been cleaned. `keepsHistory`: the steps can still be undone. */
    stored: (site: Site, { keepsHistory }: { keepsHistory: boolean }) => {
      const { now } = startOf(site);
      setSaved(JSON.stringify(now));
      setHistory((before) => (keepsHistory ? { ...before, now, mark: '' } : changed(before, () => now, '')));
    },
  };
};

const startOf = ({ slug, draft }: Site): History => ({ past: [], now: { slug, content: draft }, future: [], mark: '' });

const changed = (before: History, next: (draft: SiteDraft) => SiteDraft, mark: string): History => {
  const now = next(before.now);
  const isSame = mark !== '' && mark === before.mark;
  const past = isSame ? before.past : [...before.past, before.now].slice(-mostSteps);
  return { past, now, future: [], mark };
};
