import { ActionIcon, Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconDeviceFloppy, IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Rule } from '#contract/rules/ad-rules.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { capital } from '#web/lib/format.ts';
import { ruleChainsQuery } from '../queries.ts';
import { rulesText, ruleText, type StationNames } from '../shared/rule-text.ts';
import classes from './Form.module.css';

const RuleDialog = lazy(() =>
  loadChunk(() => import('./RuleDialog.tsx')).then((part) => ({ default: part.RuleDialog })),
);
const SavedRulesDialog = lazy(() =>
  loadChunk(() => import('./SavedRulesDialog.tsx')).then((part) => ({ default: part.SavedRulesDialog })),
);

export type Chain = { ruleChainId: string | null; name: string; rules: Rule[] };
type RulesFieldProps = {
  accountKey: AccountKey;
  stations: StationNames;
  value: Chain;
  onChange: (chain: Chain) => void;
};

/** Who hears a campaign: rules that must all hold, as a sentence; they can be saved and used again. */
export const RulesField = ({ accountKey, stations, value, onChange }: RulesFieldProps) => {
  const { data: saved = [] } = useQuery(ruleChainsQuery(accountKey));
  const [edited, setEdited] = useState<number | 'new'>();
  const [isSaving, setSaving] = useState(false);
  const { rules } = value;
  const change = (next: Rule[]): void => onChange({ ruleChainId: null, name: '', rules: next });
  return (
    <div>
      {rules.map((rule, i) => {
        const text = ruleText(rule, stations);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- rules are identified by their place
          <div key={i} className={classes.rule}>
            <Text size="sm">{capital(text)}</Text>
            <ActionIcon variant="subtle" size={32} aria-label={`Edit: ${text}`} onClick={() => setEdited(i)}>
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={`Remove: ${text}`}
              onClick={() => change(rules.toSpliced(i, 1))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      <p className={classes.sentence}>{rulesText(rules, stations)}</p>
      <Group gap="sm" mt="sm" align="flex-end">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={rules.length >= 20}
          onClick={() => setEdited('new')}
        >
          Add rule
        </Button>
        {saved.length > 0 && (
          <NativeSelect
            size="xs"
            aria-label="Saved rules"
            value={value.ruleChainId ?? ''}
            onChange={({ currentTarget }) => {
              const chain = saved.find(({ id }) => id === currentTarget.value);
              if (chain) onChange({ ruleChainId: chain.id, name: chain.name, rules: chain.rules });
              else onChange({ ruleChainId: null, name: '', rules });
            }}
            data={[{ value: '', label: 'Saved rules…' }, ...saved.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        )}
        {(rules.length > 0 || saved.length > 0) && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<IconDeviceFloppy size={15} aria-hidden />}
            onClick={() => setSaving(true)}
          >
            Save for other campaigns…
          </Button>
        )}
      </Group>
      <Suspense>
        {edited !== undefined && (
          <RuleDialog
            accountKey={accountKey}
            stations={stations}
            rule={edited === 'new' ? undefined : rules[edited]}
            onSave={(rule) => change(edited === 'new' ? [...rules, rule] : rules.with(edited, rule))}
            onClose={() => setEdited(undefined)}
          />
        )}
        {isSaving && (
          <SavedRulesDialog
            accountKey={accountKey}
            stations={stations}
            rules={rules}
            onSaved={({ id, name }) => onChange({ ruleChainId: id, name, rules })}
            onClose={() => setSaving(false)}
          />
        )}
      </Suspense>
    </div>
  );
};
