import { useEffect, useState } from 'react';

/** The screen loads first. */
export const laterMs = 3000;

/** Whether the page has had time to show its screen: for what is loaded after it. */
export const useLater = (): boolean => {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), laterMs);
    return () => clearTimeout(timer);
  }, []);
  return isLater;
};
