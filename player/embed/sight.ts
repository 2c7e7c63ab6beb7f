/** Whether this element can be seen: it is in the window, and its tab is in front. `changed` is called when that changes. */
export const followSight = (element: HTMLElement, changed: () => void): { isSeen(): boolean } => {
  let isInside = false;
  new IntersectionObserver(([entry]) => {
    isInside = entry?.isIntersecting === true;
    changed();
  }).observe(element);
  document.addEventListener('visibilitychange', changed);
  return { isSeen: () => isInside && document.visibilityState === 'visible' };
};

const seenMs = 1000;

/** Calls `seen` once half of this element was in the window for a second. */
export const onceSeen = (element: HTMLElement, seen: () => void): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new IntersectionObserver(
    ([entry]) => {
      clearTimeout(timer);
      if (entry?.isIntersecting !== true) return;
      timer = setTimeout(() => {
        observer.disconnect();
        seen();
      }, seenMs);
    },
    { threshold: 0.5 },
  );
  observer.observe(element);
};
