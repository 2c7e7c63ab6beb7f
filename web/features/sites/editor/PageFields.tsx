import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { limits } from '#contract/rules/limits.ts';
import type { SitePage } from '#contract/api/site.ts';
import type { FieldErrors } from './field-errors.ts';
import classes from './Editor.module.css';

type PageFieldsProps = {
  pages: readonly SitePage[];
  /** The number of the page that is edited. */
  current: number;
  errors: FieldErrors;
  readOnly: boolean;
  onSelect: (page: number) => void;
  onChange: (pages: SitePage[], mark: string) => void;
};

/** Chooses a page, and names, adds and removes pages; the first one is the home page. */
export const PageFields = ({ pages, current, errors, readOnly, onSelect, onChange }: PageFieldsProps) => {
  const page = pages[current]!;
  const set = (change: Partial<SitePage>): void =>
    onChange(pages.with(current, { ...page, ...change }), `page.${current}.${Object.keys(change).join()}`);
  const add = (): void => {
    onChange([...pages, { path: freePath(pages), title: `Page ${pages.length + 1}`, blocks: [] }], '');
    onSelect(pages.length);
  };
  return (
    <fieldset className={classes.fields} disabled={readOnly}>
      <NativeSelect
        label="Page"
        data={pages.map(({ title, path }, i) => ({ value: String(i), label: `${title} (/${path})` }))}
        value={String(current)}
        onChange={({ currentTarget }) => onSelect(Number(currentTarget.value))}
      />
      <TextInput
        label="Title of the page"
        maxLength={80}
        value={page.title}
        error={errors['title']}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      {current > 0 && (
        <TextInput
          label="Path"
          description="The end of its address"
          maxLength={60}
          value={page.path}
          error={errors['path']}
          onChange={({ currentTarget }) => set({ path: currentTarget.value.toLowerCase() })}
        />
      )}
      {!readOnly && (
        <Group gap="xs">
          {pages.length < limits.sitePages && (
            <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
              Add page
            </Button>
          )}
          {current > 0 && (
            <Button
              variant="subtle"
              color="red"
              size="xs"
              onClick={() => {
                onSelect(current - 1);
                onChange(pages.toSpliced(current, 1), '');
              }}
            >
              Remove page
            </Button>
          )}
        </Group>
      )}
    </fieldset>
  );
};

const freePath = (pages: readonly SitePage[]): string => {
  for (let number = pages.length + 1; ; number++)
    if (!pages.some(({ path }) => path === `page-${number}`)) return `page-${number}`;
};
