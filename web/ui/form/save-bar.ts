import { createContext, use, useEffect, useId, useRef } from 'react';

/** A form with unsaved changes. `save` resolves to whether it was saved; errors are then shown at its fields. */
export type ChangedForm = {
  save: () => Promise<boolean>;
  discard: () => void;
  /** The question when leaving, if the form has its own. */
  unsaved: string | undefined;
};

/** Where a page's forms report unsaved changes: `put` without a form removes it. `saveAll` saves all of them. */
type SaveBarForms = { put: (id: string, form?: ChangedForm) => void; saveAll: () => Promise<void> };

/** The forms that the page's save bar saves; undefined where there is none. */
export const SaveBarContext = createContext<SaveBarForms | undefined>(undefined);

/** Reports a form to the page's save bar while it has unsaved changes. */
export const useSaveBar = (isChanged: boolean, form: ChangedForm): SaveBarForms | undefined => {
  const bar = use(SaveBarContext);
  const id = useId();
  const current = useRef(form);
  useEffect(() => {
    current.current = form;
  });
  const { unsaved } = form;
  const put = bar?.put;
  useEffect(() => {
    if (!isChanged || !put) return undefined;
    put(id, {
      save: () => current.current.save(),
      discard: () => current.current.discard(),
      unsaved,
    });
    return () => put(id);
  }, [isChanged, put, id, unsaved]);
  return bar;
};
