import { Controller } from 'react-hook-form';
import { PlayerDomain } from '#contract/rules/player-domain.ts';
import { ListInput } from '#web/ui/form/ListInput.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import type { BuilderForm } from './form.ts';
import classes from './Builder.module.css';

/** The websites that may show a player. */
export const WebsiteFields = ({ form }: { form: BuilderForm }) => (
  <div className={classes.fields}>
    <Controller
      control={form.control}
      name="domains"
      render={({ field: { value = [], onChange }, fieldState: { error } }) => (
        <ListInput
          label="Websites"
          description="Everywhere if empty. *.example.com includes all sub-domains"
          placeholder="example.com"
          schema={PlayerDomain}
          wrong="Please enter a domain like example.com or *.example.com."
          between={/[\s,;]+/}
          inputMode="url"
          values={value}
          onChange={onChange}
          error={messageOf(error)}
        />
      )}
    />
    <SwitchField
      control={form.control}
      name="active"
      label="Switched on"
      description="Switched off, it says so on every website"
    />
  </div>
);

/** The first message of a list: its own, or that of one of its values. */
const messageOf = (error: unknown): string | undefined => {
  const found = Array.isArray(error) ? (error as unknown[]).find(Boolean) : error;
  return (found as { message?: string } | undefined)?.message;
};
