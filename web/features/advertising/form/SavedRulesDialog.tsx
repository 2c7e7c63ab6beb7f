import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Rule } from '#contract/rules/ad-rules.ts';
import type { RuleChain } from '#contract/api/campaign.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { count } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ruleChainsQuery, useChangeRuleChain, useCreateRuleChain, useRemoveRuleChain } from '../queries.ts';
import { rulesText, type StationNames } from '../shared/rule-text.ts';
import classes from './Form.module.css';

type SavedRulesDialogProps = {
  accountKey: AccountKey;
  stations: StationNames;
  /** The rules that can be saved; with none, saved ones can only be deleted. */
  rules: Rule[];
  onSaved: (chain: RuleChain) => void;
  onClose: () => void;
};

/** Saves these rules under a new or existing name, and deletes saved ones. */
export const SavedRulesDialog = ({ accountKey, stations, rules, onSaved, onClose }: SavedRulesDialogProps) => {
  const { data: saved = [] } = useQuery(ruleChainsQuery(accountKey));
  const create = useCreateRuleChain(accountKey);
  const change = useChangeRuleChain(accountKey);
  const remove = useRemoveRuleChain(accountKey);
  const [name, setName] = useState('');
  const onSuccess = (chain: RuleChain): void => {
    toastSuccess(`Rules saved as “${chain.name}”.`);
    onSaved(chain);
    onClose();
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (name.trim() !== '') create.mutate({ name: name.trim(), rules }, { onSuccess });
  };
  return (
    <Modal opened onClose={onClose} title="Saved rules">
      <Stack gap="md">
        {rules.length > 0 && (
          <form onSubmit={save}>
            <Text size="sm" mb="sm">
              {rulesText(rules, stations)}
            </Text>
            <Group align="flex-end" gap="sm" wrap="nowrap">
              <TextInput
                label="Name"
                value={name}
                maxLength={100}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
                style={{ flex: 1 }}
                data-autofocus
              />
              <Button type="submit" disabled={name.trim() === ''} loading={create.isPending}>
                Save
              </Button>
            </Group>
          </form>
        )}
        {saved.length > 0 && (
          <div>
            {saved.map((chain) => (
              <div key={chain.id} className={classes.rule}>
                <div>
                  <Text size="sm" fw={600}>
                    {chain.name}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {rulesText(chain.rules, stations)} Used by {count(chain.usedBy, 'campaign')}.
                  </Text>
                </div>
                {rules.length > 0 && (
                  <ActionIcon
                    variant="subtle"
                    size={32}
                    aria-label={`Replace ${chain.name} by these rules`}
                    loading={change.isPending && change.variables.chainId === chain.id}
                    onClick={() => change.mutate({ chainId: chain.id, name: chain.name, rules }, { onSuccess })}
                  >
                    <IconDeviceFloppy size={16} aria-hidden />
                  </ActionIcon>
                )}
                <ActionIcon
                  variant="subtle"
                  color="red"
                  size={32}
                  aria-label={`Delete ${chain.name}`}
                  loading={remove.isPending && remove.variables === chain.id}
                  onClick={() => remove.mutate(chain.id, { onSuccess: () => toastSuccess('Saved rules deleted.') })}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </div>
            ))}
            <Text size="xs" c="dimmed" mt="xs">
              Campaigns keep the rules they were saved with.
            </Text>
          </div>
        )}
      </Stack>
    </Modal>
  );
};
