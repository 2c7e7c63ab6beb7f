import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';

type PromoCodeFieldProps = {
  /** The code that is applied. */
  value: string | undefined;
  error: string | undefined;
  busy: boolean;
  onApply: (code: string | undefined) => void;
};

/** A promo code, applied by its button or Enter. */
export const PromoCodeField = ({ value, error, busy, onApply }: PromoCodeFieldProps) => {
  const [text, setText] = useState(value ?? '');
  const code = text.trim();
  const isApplied = value !== undefined && value === code;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onApply(isApplied || code === '' ? undefined : code);
        if (isApplied) setText('');
      }}
    >
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label="Promo code"
          placeholder="Promo code"
          autoComplete="off"
          maxLength={60}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={isApplied ? error : undefined}
        />
        <Button type="submit" variant="default" loading={busy} disabled={code === '' && value === undefined}>
          {isApplied ? 'Remove' : 'Apply'}
        </Button>
      </Group>
    </form>
  );
};
