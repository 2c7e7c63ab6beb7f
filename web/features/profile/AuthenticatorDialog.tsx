import { Code, Modal, Stack, Text, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import type { NewApp } from '#contract/sign-in.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { useAddApp } from './sign-in-queries.ts';

const AppCode = z.object({ code: z.string().check(z.trim(), z.minLength(6, 'Type the 6 digits your app shows.')) });
type AppCode = z.infer<typeof AppCode>;
type Props = {
  /** What the server began; undefined while the dialog is closed. */
  app: NewApp | undefined;
  onClose: () => void;
  onAdded: (added: { recovery_codes: readonly string[] | null }) => void;
};

/** Sets an authenticator app up: a QR code to scan, then a code of it. */
export const AuthenticatorDialog = ({ app, onClose, onAdded }: Props) => (
  <Modal opened={app !== undefined} onClose={onClose} title="Add an authenticator app">
    {app && <SetUp app={app} onClose={onClose} onAdded={onAdded} />}
  </Modal>
);

const SetUp = ({ app, onClose, onAdded }: Props & { app: NewApp }) => {
  const add = useAddApp();
  const form = useContractForm<AppCode, AppCode>(AppCode, { code: '' });
  return (
    <Stack>
      <Text>Scan this with your authenticator app, then type the code it shows.</Text>
      <QrCode {...app.qr} />
      <Text size="sm" ta="center">
        No camera? Type this key: <Code>{app.secret.match(/.{1,4}/g)?.join(' ')}</Code>
      </Text>
      <ContractForm
        form={form}
        submit="Add the app"
        onCancel={onClose}
        onSubmit={async ({ code }) => {
          const added = await add.mutateAsync({ code, name: 'Authenticator app' });
          form.reset({ code: '' });
          onClose();
          onAdded(added);
        }}
      >
        <TextInput
          {...form.register('code')}
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={form.formState.errors.code?.message}
        />
      </ContractForm>
    </Stack>
  );
};

/** Dark on white in every theme: cameras want it so. */
const QrCode = ({ size, path }: { size: number; path: string }) => (
  <svg viewBox={`0 0 ${size} ${size}`} width={220} style={{ margin: '0 auto' }} role="img" aria-label="QR code">
    <rect width={size} height={size} fill="#fff" />
    <path d={path} fill="#000" />
  </svg>
);
