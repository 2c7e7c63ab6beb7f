import { Pill, PillsInput } from '@mantine/core';
import { useState } from 'react';
import { Email } from '#contract/rules/listing.ts';

type EmailsInputProps = {
  label: string;
  emails: readonly string[];
  onChange: (emails: readonly string[]) => void;
  error?: string | undefined;
};

/**
 * Several e-mails, each confirmed with Enter (spec §5), a comma, or when the field loses focus; a pasted list is split.
 */
export const EmailsInput = ({ label, emails, onChange, error }: EmailsInputProps) => {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const confirm = (typed: string): void => {
    const parts = typed.split(/[\s,;]+/).filter(Boolean);
    const valid = parts.flatMap((part) => Email.safeParse(part).data ?? []);
    const invalid = parts.filter((part) => !Email.safeParse(part).success);
    onChange([...new Set([...emails, ...valid])]);
    setText(invalid.join(' '));
    setProblem(invalid.length > 0 ? 'Please enter a valid e-mail address.' : undefined);
  };
  const errorText = problem ?? error;
  return (
    <PillsInput label={label} description="Press Enter after each address" required error={errorText}>
      <Pill.Group>
        {emails.map((email) => (
          <Pill
            key={email}
            withRemoveButton
            onRemove={() => onChange(emails.filter((one) => one !== email))}
            removeButtonProps={{ 'aria-label': `Remove ${email}`, 'aria-hidden': false, tabIndex: 0 }}
          >
            {email}
          </Pill>
        ))}
        <PillsInput.Field
          value={text}
          inputMode="email"
          data-autofocus
          aria-label={label}
          aria-invalid={errorText !== undefined}
          placeholder={emails.length === 0 ? 'name@example.com' : ''}
          onChange={(event) => {
            setProblem(undefined);
            setText(event.currentTarget.value);
          }}
          onPaste={(event) => {
            event.preventDefault();
            confirm(`${text}${event.clipboardData.getData('text')}`);
          }}
          onBlur={() => text.trim() !== '' && confirm(text)}
          onKeyDown={(event) => {
            if ((event.key === 'Enter' || event.key === ',' || event.key === ';') && text.trim() !== '') {
              event.preventDefault();
              confirm(text);
            } else if (event.key === 'Enter' && emails.length === 0) event.preventDefault();
            else if (event.key === 'Backspace' && text === '') onChange(emails.slice(0, -1));
          }}
        />
      </Pill.Group>
    </PillsInput>
  );
};
