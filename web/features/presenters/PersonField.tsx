import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext } from 'react-hook-form';
import type { NewPresenter } from '#contract/api/presenters.ts';
import { peopleQuery } from '#web/parts/people-queries.ts';
import type { Scope } from '#web/parts/people-scope.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';

/** Which person of the station's team a presenter is; nobody by default. */
export const PersonField = ({ scope }: { scope: Scope }) => {
  const { control, formState } = useFormContext<NewPresenter>();
  const { data: team = [] } = useQuery(peopleQuery(scope));
  const options = team.flatMap(({ id, fullName, email }) =>
    id === null ? [] : [{ value: id, label: fullName === '' ? email : `${fullName} (${email})` }],
  );
  return (
    <Controller
      control={control}
      name="user_id"
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <ChoiceInput
          ref={ref}
          label="Person of the team"
          description="If their profile is public, their page says when they are next on the air."
          placeholder="Nobody"
          data={options}
          value={value ?? null}
          onChange={onChange}
          onBlur={onBlur}
          error={formState.errors.user_id?.message}
          searchable
          clearable
        />
      )}
    />
  );
};
