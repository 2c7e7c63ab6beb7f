import { useEffect, useState } from 'react';

/** Whether an element's content is no wider than the element; false until it is measured. */
export const useFits = (element: HTMLElement | null, isAsked: boolean): boolean => {
  const [fits, setFits] = useState(false);
  useEffect(() => {
    if (!element || !isAsked) return undefined;
    const measure = (): void => setFits(element.scrollWidth <= element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  }, [element, isAsked]);
  return fits && isAsked;
};
