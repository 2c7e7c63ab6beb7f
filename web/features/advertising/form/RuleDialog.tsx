import { Button, Group, Modal, Pill, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Rule, Target } from '#contract/rules/ad-rules.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { targetName, type StationNames } from '../shared/rule-text.ts';
import { TargetTree } from './TargetTree.tsx';
import { Segments } from '#web/ui/form/Segments.tsx';

type RuleDialogProps = {
  accountKey: AccountKey;
  stations: StationNames;
  /** The rule to change; undefined adds one. */
  rule: Rule | undefined;
  onSave: (rule: Rule) => void;
  onClose: () => void;
};

const sameAs =
  (one: Target) =>
  ({ type, path }: Target): boolean =>
    type === one.type && path === one.path;

/** Chooses the places, stations or devices of a rule, and whether listeners must or must not be within them. */
export const RuleDialog = ({ accountKey, stations, rule, onSave, onClose }: RuleDialogProps) => {
  const [targets, setTargets] = useState<Target[]>(rule?.targets ?? []);
  const [isNegated, setNegated] = useState(rule?.isNegated ?? false);
  const toggle = (target: Target): void =>
    setTargets((chosen) =>
      chosen.some(sameAs(target)) ? chosen.filter((one) => !sameAs(target)(one)) : [...chosen, target],
    );
  return (
    <Modal opened onClose={onClose} title={rule ? 'Edit rule' : 'Add rule'} size="lg">
      <Stack gap="md">
        <Segments
          aria-label="Who hears it"
          value={isNegated ? 'no' : 'yes'}
          onChange={(value) => setNegated(value === 'no')}
          data={[
            { value: 'yes', label: 'Only these' },
            { value: 'no', label: 'Everyone but these' },
          ]}
        />
        <TargetTree accountKey={accountKey} chosen={targets} onToggle={toggle} />
        {targets.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nothing chosen yet.
          </Text>
        ) : (
          <Pill.Group aria-label="Chosen">
            {targets.map((target) => {
              const name = targetName(target, stations);
              return (
                <Pill
                  key={`${target.type} ${target.path}`}
                  withRemoveButton
                  onRemove={() => toggle(target)}
                  removeButtonProps={{ 'aria-label': `Remove ${name}`, 'aria-hidden': false, tabIndex: 0 }}
                >
                  {name}
                </Pill>
              );
            })}
          </Pill.Group>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={targets.length === 0}
            onClick={() => {
              onSave({ targets, isNegated });
              onClose();
            }}
          >
            {rule ? 'Save rule' : 'Add rule'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
