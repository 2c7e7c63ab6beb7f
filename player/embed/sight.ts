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
