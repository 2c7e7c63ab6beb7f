import { Button, Group, Text } from '@mantine/core';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { UnsavedGuard } from '../UnsavedGuard.tsx';
import { SaveBarContext, type ChangedForm } from './save-bar.ts';
import classes from './SaveBar.module.css';

/** A page with one bar for all its forms: it appears with the first change and saves or discards everything that changed. */
export const SaveBarPage = ({ children }: { children: ReactNode }) => {
  const [changed, setChanged] = useState<ReadonlyMap<string, ChangedForm>>(new Map());
  const [isSaving, setSaving] = useState(false);
  const latest = useRef(changed);
  const context = useMemo(() => {
    const put = (id: string, form?: ChangedForm): void => {
      const next = new Map(latest.current);
      if (form) next.set(id, form);
      else next.delete(id);
      latest.current = next;
      setChanged(next);
    };
    const saveAll = async (): Promise<void> => {
      setSaving(true);
      try {
        let isSaved = true;
        for (const form of latest.current.values()) isSaved = (await form.save()) && isSaved;
        // The bar disappears with its focused button.
        if (isSaved) document.getElementById('content')?.focus({ preventScroll: true });
      } finally {
        setSaving(false);
      }
    };
    return { put, saveAll };
  }, []);
  const forms = [...changed.values()];
  const unsaved = forms.find((form) => form.unsaved !== undefined)?.unsaved;
  return (
    <SaveBarContext value={context}>
      {children}
      {forms.length > 0 && (
        <section className={classes.bar} aria-label="Unsaved changes" data-bar>
          <Text size="sm" fw={600} role="status">
            Unsaved changes
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Button
              variant="default"
              disabled={isSaving}
              onClick={() => {
                for (const form of forms) form.discard();
              }}
            >
              Discard
            </Button>
            <Button loading={isSaving} onClick={() => void context.saveAll()}>
              Save
            </Button>
          </Group>
        </section>
      )}
      <UnsavedGuard when={forms.length > 0 && !isSaving} {...(unsaved !== undefined && { text: unsaved })} />
    </SaveBarContext>
  );
};
