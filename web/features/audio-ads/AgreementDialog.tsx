import { Button, Group, Modal, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdAgreement } from '#contract/api/audio-ads.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { moment } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { AgreementText } from './AgreementText.tsx';
import classes from './AudioAds.module.css';
import { agreementQuery, useAcceptAgreement } from './queries.ts';

type AgreementDialogProps = { stationKey: StationKey; mayAgree: boolean; onClose: () => void };

/** The agreement to read, and to accept by one's full name. */
export const AgreementDialog = ({ stationKey, mayAgree, onClose }: AgreementDialogProps) => {
  const { data, error } = useQuery({ ...agreementQuery(stationKey), throwOnError: false });
  return (
    <Modal opened onClose={onClose} title="Audio advertising agreement" size="lg">
      {error && <Text role="alert">{asApiError(error).text}</Text>}
      {!data && !error && <ScreenSkeleton />}
      {data && (
        <Stack gap="md">
          <ScrollArea.Autosize mah="50vh" type="auto" className={classes.agreement} viewportProps={{ tabIndex: 0 }}>
            <AgreementText doc={data.doc ?? ''} />
          </ScrollArea.Autosize>
          <Text size="sm" c="dimmed">
            Version {data.version}
          </Text>
          {data.agreed ? (
            <Text size="sm">{acceptedText(data)}</Text>
          ) : (
            mayAgree && <Accept stationKey={stationKey} version={data.version} onClose={onClose} />
          )}
        </Stack>
      )}
    </Modal>
  );
};

const acceptedText = ({ acceptedAt, fullName }: AdAgreement): string =>
  `Accepted${fullName === null ? '' : ` by ${fullName}`}${acceptedAt === null ? '' : ` on ${moment(acceptedAt)}`}.`;

type AcceptProps = { stationKey: StationKey; version: string; onClose: () => void };

const Accept = ({ stationKey, version, onClose }: AcceptProps) => {
  const accept = useAcceptAgreement(stationKey);
  const [fullName, setFullName] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        accept.mutate(
          { version, fullName: fullName.trim() },
          {
            onSuccess: () => {
              toastSuccess('You can switch audio ads on now.', 'Agreement accepted');
              onClose();
            },
          },
        );
      }}
    >
      <TextInput
        label="Your full name"
        description="It stands for your signature."
        value={fullName}
        maxLength={120}
        autoComplete="name"
        onChange={({ currentTarget }) => setFullName(currentTarget.value)}
      />
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={fullName.trim().length < 3} loading={accept.isPending}>
          Accept agreement
        </Button>
      </Group>
    </form>
  );
};
