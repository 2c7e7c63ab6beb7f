import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { moment } from '#web/lib/format.ts';
import { useSendProofCode } from '../queries.ts';

type ProofStepProps = {
  feedUrl: string;
  message: string;
  code: string;
  onCode: (code: string) => void;
  error: string | undefined;
};

/** E-mails a code to the owner named in a locked feed, and asks for it. */
export const ProofStep = ({ feedUrl, message, code, onCode, error }: ProofStepProps) => {
  const mail = useSendProofCode();
  return (
    <Alert color="yellow" icon={<IconLock size={20} aria-hidden />} title="The feed is locked">
      <Stack gap="sm" align="flex-start">
        {!mail.data && error === undefined && <Text size="sm">{message}</Text>}
        {mail.data && (
          <Text size="sm" role="status">
            We sent a code to <bdi>{mail.data.sent_to}</bdi>. It is valid until {moment(mail.data.expires)}.
          </Text>
        )}
        {(mail.data ?? error) !== undefined && (
          <TextInput
            label="Code"
            description="The eight digits from the e-mail"
            value={code}
            onChange={({ currentTarget }) => onCode(currentTarget.value)}
            error={error}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            dir="ltr"
          />
        )}
        <Button variant="default" onClick={() => mail.mutate(feedUrl)} loading={mail.isPending}>
          {mail.data || error !== undefined ? 'Send another code' : 'Send code'}
        </Button>
      </Stack>
    </Alert>
  );
};
