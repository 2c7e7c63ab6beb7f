import { Pill, PillsInput } from '@mantine/core';
import { useState } from 'react';
import { Email } from '#contract/listing.ts';

type EmailsInputProps = {
  label: string;
  emails: readonly string[];
  onChange: (emails: readonly string[]) => void;
  error?: string | undefined;
};

/** Several e-mails, each confirmed with Enter (spec §5), a comma, or by leaving the field; a pasted list is taken apart. */
export const EmailsInput = ({ label, emails, onChange, error }: EmailsInputProps) => {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string>();
  const confirm = (typed: string): void => {
    const parts = typed.split(/[\s,;]+/).filter(Boolean);
    const good = parts.flatMap((part) => Email.safeParse(part).data ?? []);
    const bad = parts.filter((part) => !Email.safeParse(part).success);
    onChange([...new Set([...emails, ...good])]);
    setText(bad.join(' '));
    setWrong(bad.length > 0 ? 'Please enter a valid e-mail address.' : undefined);
  };
  const said = wrong ?? error;
  return (
    <PillsInput label={label} description="Press Enter after each" required error={said}>
      <Pill.Group>
        {emails.map((email) => (
          <Pill
            key={email}
            withRemoveButton
            onRemove={() => onChange(emails.filter((one) => one !== email))}
            removeButtonProps={{ 'aria-label': `Leave out ${email}`, 'aria-hidden': false, tabIndex: 0 }}
          >
            {email}
          </Pill>
        ))}
        <PillsInput.Field
          value={text}
          inputMode="email"
          data-autofocus
          aria-label={label}
          aria-invalid={said !== undefined}
          placeholder={emails.length === 0 ? 'name@example.com' : ''}
          onChange={(event) => {
            setWrong(undefined);
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
