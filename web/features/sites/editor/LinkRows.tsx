import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { BlockOf } from '#contract/api/site-blocks.ts';
import type { FieldErrors } from './field-errors.ts';
import classes from './Editor.module.css';

type LinkRowsProps = {
  block: BlockOf<'links'>;
  errors: FieldErrors;
  onChange: (block: BlockOf<'links'>, field: string) => void;
};

const most = 20;

/** The links of a block. */
export const LinkRows = ({ block, errors, onChange }: LinkRowsProps) => {
  const { items } = block;
  const set = (i: number, field: 'label' | 'url', value: string): void =>
    onChange({ ...block, items: items.with(i, { ...items[i]!, [field]: value }) }, `items.${i}.${field}`);
  return (
    <>
      {items.map((item, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- links have no identity
        <div key={i} className={classes.row} role="group" aria-label={`Link ${i + 1}`}>
          <TextInput
            label="Text"
            maxLength={80}
            value={item.label}
            error={errors[`items.${i}.label`]}
            onChange={({ currentTarget }) => set(i, 'label', currentTarget.value)}
          />
          <TextInput
            label="URL"
            type="url"
            placeholder="https://"
            value={item.url}
            error={errors[`items.${i}.url`]}
            onChange={({ currentTarget }) => set(i, 'url', currentTarget.value)}
          />
          <Button
            variant="subtle"
            color="red"
            size="xs"
            onClick={() => onChange({ ...block, items: items.toSpliced(i, 1) }, '')}
          >
            {`Remove link ${i + 1}`}
          </Button>
        </div>
      ))}
      {items.length < most && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => onChange({ ...block, items: [...items, { label: '', url: '' }] }, '')}
        >
          Add link
        </Button>
      )}
    </>
  );
};
