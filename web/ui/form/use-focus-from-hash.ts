import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** Focuses the field named in the URL's `#field` when the form mounts. */
export const useFocusFromHash = <In extends FieldValues, Out>(form: UseFormReturn<In, unknown, Out>): void => {
  const { setFocus } = form;
  useEffect(() => {
    const name = decodeURIComponent(window.location.hash.slice(1));
    if (!/^[a-z_.]+$/i.test(name)) return;
    const field = document.querySelector<HTMLElement>(`[name="${name}"]`);
    field?.scrollIntoView({ block: 'center' });
    setFocus(name as Path<In>);
    if (document.activeElement === document.body) field?.focus();
  }, [setFocus]);
};
