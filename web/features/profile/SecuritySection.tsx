import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignInState } from '#contract/api/sign-in.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { moment } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { AuthenticatorDialog } from './AuthenticatorDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { signInQuery, useAddPasskey, useBeginApp, useRemoveFactor, useRenewRecoveryCodes } from './sign-in-queries.ts';

type Factors = NonNullable<SignInState['second_factor']>;
type Factor = Factors['factors'][number];

const kindNames = { totp: 'Authenticator app', passkey: 'Passkey' } as const satisfies Record<Factor['kind'], string>;

/** The user's second factors and recovery codes. */
export const SecuritySection = () => {
  const { data } = useSuspenseQuery(signInQuery);
  const [codes, setCodes] = useState<readonly string[]>();
  const { second_factor: factors } = data;
  return (
    <Surface
      id="security"
      title="Sign-in and security"
      description="A second factor protects your account even if someone knows your password."
    >
      {factors ? (
        <Stack>
          <FactorList factors={factors.factors} isChangeable={data.recent} />
          {data.recent ? <FactorActions factors={factors} onCodes={setCodes} /> : <SignInAgain section="security" />}
        </Stack>
      ) : (
        <Text>Second factors are managed by your sign-in provider.</Text>
      )}
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </Surface>
  );
};

const FactorList = ({ factors, isChangeable }: { factors: readonly Factor[]; isChangeable: boolean }) =>
  factors.length === 0 ? (
    <Text c="dimmed">No second factor. You sign in with your password only.</Text>
  ) : (
    <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {factors.map((factor) => (
        <Group key={factor.id} component="li" justify="space-between" wrap="nowrap">
          <div>
            <Group gap="xs">
              <Text fw={600}>{factor.name}</Text>
              {factor.name !== kindNames[factor.kind] && <Badge color="gray">{kindNames[factor.kind]}</Badge>}
            </Group>
            <Text size="sm" c="dimmed">
              Added {moment(factor.created)}
              {factor.last_used !== null && `, last used ${moment(factor.last_used)}`}
            </Text>
          </div>
          {isChangeable && <RemoveButton factor={factor} />}
        </Group>
      ))}
    </Stack>
  );

const RemoveButton = ({ factor }: { factor: Factor }) => {
  const [isOpen, setOpen] = useState(false);
  const remove = useRemoveFactor();
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        aria-label={`Remove ${factor.name}, added ${moment(factor.created)}`}
        onClick={() => setOpen(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={`Remove ${factor.name}?`}
        confirm="Remove"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(factor.id, {
            onSuccess: () => toastSuccess(`${factor.name} removed.`),
            onSettled: () => setOpen(false),
          })
        }
        onClose={() => setOpen(false)}
      >
        Sign-in no longer asks for it. Without a second factor you sign in with your password only, and your recovery
        codes stop working.
      </ConfirmDialog>
    </>
  );
};

type ActionsProps = { factors: Factors; onCodes: (codes: readonly string[]) => void };

const FactorActions = ({ factors, onCodes }: ActionsProps) => {
  const begin = useBeginApp();
  const addPasskey = useAddPasskey();
  const renew = useRenewRecoveryCodes();
  const onFactorAdded = ({ recovery_codes }: { recovery_codes: readonly string[] | null }): void => {
    toastSuccess('Second factor added.');
    if (recovery_codes) onCodes(recovery_codes);
  };
  return (
    <>
      <Group gap="sm">
        <Button loading={begin.isPending} onClick={() => begin.mutate()}>
          Add authenticator app
        </Button>
        {factors.passkeys && 'PublicKeyCredential' in window && (
          <Button
            variant="default"
            loading={addPasskey.isPending}
            onClick={() => addPasskey.mutate('Passkey', { onSuccess: onFactorAdded })}
          >
            Add passkey
          </Button>
        )}
      </Group>
      {factors.factors.length > 0 && (
        <Group gap="sm">
          <Text size="sm">Recovery codes remaining: {factors.recovery_codes}</Text>
          <Button
            size="compact-sm"
            variant="default"
            loading={renew.isPending}
            onClick={() =>
              renew.mutate(undefined, { onSuccess: ({ recovery_codes }) => onCodes(recovery_codes ?? []) })
            }
          >
            Create new recovery codes
          </Button>
        </Group>
      )}
      <AuthenticatorDialog app={begin.data} onClose={begin.reset} onAdded={onFactorAdded} />
    </>
  );
};
