import { Pill, PillsInput } from '@mantine/core';
import { useState } from 'react';
import type * as z from 'zod/mini';

type ListInputProps = {
  label: string;
  description: string;
  placeholder: string;
  /** The schema of one value. */
  schema: z.ZodMiniType<string, string>;
  wrong: string;
  /** The separator between pasted values. */
  between: RegExp;
  inputMode: 'email' | 'tel' | 'url';
  values: readonly string[];
  onChange: (values: string[]) => void;
  error?: string | undefined;
  readOnly?: boolean;
};

/** A list of e-mails, phone numbers or domains, each confirmed with Enter (spec §5) or on blur; pasted lists are split. */
export const ListInput = ({ label, schema, wrong, between, values, onChange, ...rest }: ListInputProps) => {
  const { description, placeholder, inputMode, error, readOnly = false } = rest;
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const confirm = (typed: string): void => {
    const parts = typed.split(between).filter((part) => part.trim() !== '');
    const parsed = parts.map((part) => ({ part, value: schema.safeParse(part).data }));
    const valid = parsed.flatMap(({ value }) => value ?? []);
    const invalid = parsed.filter(({ value }) => value === undefined).map(({ part }) => part);
    if (valid.length > 0) onChange([...new Set([...values, ...valid])]);
    setText(invalid.join(' '));
    setWrong(invalid.length > 0);
  };
  const shownError = isWrong ? wrong : error;
  return (
    <PillsInput label={label} description={description} error={shownError} disabled={readOnly}>
      <Pill.Group>
        {values.map((value) => (
          <Pill
            key={value}
            disabled={readOnly}
            withRemoveButton={!readOnly}
            onRemove={() => onChange(values.filter((one) => one !== value))}
            removeButtonProps={{ 'aria-label': `Remove ${value}`, 'aria-hidden': false, tabIndex: 0 }}
          >
            {value}
          </Pill>
        ))}
        <PillsInput.Field
          value={text}
          inputMode={inputMode}
          disabled={readOnly}
          aria-label={label}
          aria-invalid={shownError !== undefined}
          placeholder={values.length === 0 ? placeholder : ''}
          onChange={(event) => {
            setWrong(false);
            setText(event.currentTarget.value);
          }}
          onPaste={(event) => {
            event.preventDefault();
            confirm(`${text}${event.clipboardData.getData('text')}`);
          }}
          onBlur={() => text.trim() !== '' && confirm(text)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && text.trim() !== '') {
              event.preventDefault();
              confirm(text);
            } else if (event.key === 'Backspace' && text === '') onChange(values.slice(0, -1));
          }}
        />
      </Pill.Group>
    </PillsInput>
  );
};
