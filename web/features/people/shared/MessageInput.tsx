import { Textarea } from '@mantine/core';
import { limits } from '#contract/rules/limits.ts';

/** The message of an invitation, which its e-mail quotes. */
export const MessageInput = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <Textarea
    label="Message"
    description={`Optional, plain text, up to ${String(limits.invitationMessageMax)} characters. It is quoted in the e-mail and not saved: resending leaves it out.`}
    value={value}
    maxLength={limits.invitationMessageMax}
    autosize
    minRows={2}
    maxRows={6}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
