import { Modal, Radio, Stack, Text, Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { ListedPerson } from '#contract/api/listed-person.ts';
import type { PeopleRole } from '#contract/api/people.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { useChangeRole } from '#web/parts/people-queries.ts';
import { isHigher, describeRole, heldAndInvited, type Scope } from '#web/parts/people-scope.ts';

type RoleDialogProps = {
  scope: Scope;
  roles: readonly PeopleRole[];
  person: ListedPerson | undefined;
  onClose: () => void;
};

/** Changes a member's role. Says beforehand whether it takes an invitation or applies immediately. */
export const RoleDialog = ({ scope, roles, person, onClose }: RoleDialogProps) => (
  <Modal opened={person !== undefined} onClose={onClose} title={`Change role of ${nameOf(person)}`}>
    {person && <RoleForm key={person.email} scope={scope} roles={roles} person={person} onClose={onClose} />}
  </Modal>
);

const RoleForm = ({ scope, roles, person, onClose }: RoleDialogProps & { person: ListedPerson }) => {
  const { held = 'staff' } = heldAndInvited(person.roles);
  const change = useChangeRole(scope);
  const [role, setRole] = useState<PeopleRole>(held);
  const isPromotion = isHigher(role, held);
  const apply = async (): Promise<void> => {
    await change.mutateAsync({ email: person.email, role });
    toastSuccess(isPromotion ? `${nameOf(person)} invited as ${role}.` : `${nameOf(person)} is now ${role}.`);
    onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void apply().catch(() => undefined);
      }}
    >
      <Radio.Group label="Role" value={role} onChange={(chosen) => setRole(chosen as PeopleRole)}>
        <Stack gap="sm" mt="xs">
          {roles.map((one) => (
            <Radio
              key={one}
              value={one}
              label={`${one[0]?.toUpperCase()}${one.slice(1)}${one === held ? ' (current)' : ''}`}
              description={describeRole(scope.kind, one)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" mt="md" role="status">
        {role === held
          ? 'Select a different role.'
          : isPromotion
            ? `${nameOf(person)} gets an invitation by e-mail and remains ${held} until they accept it.`
            : `Applies immediately: ${nameOf(person)} becomes ${role} and loses the permissions of ${withArticle(held)}.`}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button type="submit" disabled={role === held} loading={change.isPending}>
          {isPromotion ? 'Send invitation' : 'Change role'}
        </Button>
      </Group>
    </form>
  );
};

const withArticle = (role: PeopleRole): string => (role === 'staff' ? 'staff' : `an ${role}`);
const nameOf = (person: ListedPerson | undefined): string => person?.fullName || person?.email || '';
