import { Badge, Group, Input, NativeSelect, Radio, SimpleGrid, Text } from '@mantine/core';
import { Controller } from 'react-hook-form';
import { brand } from '#brand/brand.ts';
import { contrastOfPlayer, leastContrast } from '#contract/api/player-colours.ts';
import { playerLanguages } from '#contract/rules/player-languages.ts';
import {
  defaultPlayerSettings,
  playerParts,
  playerSizes,
  playerThemes,
  playerVariants,
  type NewPlayer,
} from '#contract/api/player.ts';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { SegmentedField } from '#web/ui/form/SegmentedField.tsx';
import { partLabels, themeLabels, variantLabels } from '../player-labels.ts';
import { VariantDrawing } from '../VariantDrawing.tsx';
import { ColourField } from './ColourField.tsx';
import type { BuilderForm } from './form.ts';
import classes from './Builder.module.css';

type LookFieldsProps = { form: BuilderForm; watched: NewPlayer };

/** How a player looks: where it stands, its size, colours, language and parts. */
export const LookFields = ({ form, watched }: LookFieldsProps) => {
  const { variant, size } = { ...defaultPlayerSettings, ...watched };
  return (
    <div className={classes.fields}>
      <Variants form={form} />
      {variant !== 'inline' && <Position form={form} variant={variant} />}
      <NativeSelect
        {...form.register('theme')}
        label="Theme"
        data={playerThemes.map((value) => ({ value, label: themeLabels[value] }))}
      />
      {variant === 'inline' && (
        <NativeSelect
          {...form.register('size')}
          label="Size"
          data={playerSizes.map((value) => ({ value, label: sizeLabels[value] }))}
        />
      )}
      {variant === 'inline' && size === 'fixed' && (
        <SimpleGrid cols={2}>
          <NumberField
            control={form.control}
            name="width"
            label="Width"
            suffix=" px"
            placeholder="420 px"
            min={200}
            max={2000}
          />
          <NumberField
            control={form.control}
            name="height"
            label="Height"
            suffix=" px"
            placeholder="120 px"
            min={60}
            max={900}
          />
        </SimpleGrid>
      )}
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <ColourField form={form} name="accent" label="Accent" />
        <ColourField form={form} name="background" label="Background" />
        <ColourField form={form} name="text" label="Text" />
      </SimpleGrid>
      <Contrast watched={watched} />
      <NumberField control={form.control} name="radius" label="Rounded corners" suffix=" px" min={0} max={32} />
      <NativeSelect
        {...form.register('language')}
        label="Language"
        data={[{ value: 'auto', label: 'That of the page, or of the browser' }, ...languageNames(playerLanguages)]}
        error={form.formState.errors.language?.message}
      />
      <Input.Wrapper label="Parts" labelElement="div">
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt={6}>
          {playerParts.map((part) => (
            <SwitchField key={part} control={form.control} name={`show.${part}`} label={partLabels[part]} />
          ))}
        </SimpleGrid>
      </Input.Wrapper>
    </div>
  );
};

const sizeLabels = { responsive: 'As wide as its place', fixed: 'Fixed' } as const;

const Variants = ({ form }: { form: BuilderForm }) => (
  <Controller
    control={form.control}
    name="variant"
    render={({ field }) => (
      <Radio.Group label="Place" value={field.value ?? 'inline'} onChange={field.onChange}>
        <SimpleGrid cols={3} mt={4}>
          {playerVariants.map((variant) => (
            <Radio.Card key={variant} value={variant} className={classes.variant}>
              <VariantDrawing variant={variant} />
              <Text size="sm" mt={4} ta="center">
                {variantLabels[variant]}
              </Text>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
    )}
  />
);

const positions = {
  floating: [
    { value: 'start', label: 'Start' },
    { value: 'end', label: 'End' },
  ],
  sticky: [
    { value: 'top', label: 'Top' },
    { value: 'bottom', label: 'Bottom' },
  ],
} as const;

/** The corner of a floating player, or the edge of a sticky one. */
const Position = ({ form, variant }: { form: BuilderForm; variant: 'floating' | 'sticky' }) => (
  <Controller
    control={form.control}
    name="position"
    render={({ field }) => {
      const known = positions[variant].map(({ value }) => value as string);
      return (
        <SegmentedField
          label={variant === 'floating' ? 'Side of the window' : 'Edge of the window'}
          fullWidth
          data={[...positions[variant]]}
          value={known.includes(field.value ?? '') ? field.value! : known[1]!}
          onChange={field.onChange}
        />
      );
    }}
  />
);

/** Says how well the colours can be read, and that others are shown if they can't. */
const Contrast = ({ watched }: { watched: NewPlayer }) => {
  const { theme, colours } = { ...defaultPlayerSettings, ...watched };
  const found = contrastOfPlayer({ theme, colours: wholeColours(colours) }, brand.theme.primary);
  const badge = (label: string, value: number, least: number) => (
    <Badge variant="light" tt="none" color={value >= least ? 'green' : 'orange'} miw="max-content">
      {label} {value.toFixed(1)} : 1
    </Badge>
  );
  return (
    <div role="status" aria-label="Contrast">
      <Group gap="xs">
        {badge('Text', found.text, leastContrast.text)}
        {badge('Accent', found.accent, leastContrast.accent)}
      </Group>
      {!found.passes && (
        <Text size="sm" c="dimmed" mt={4}>
          Some people could not read this. The player shows the nearest colours that have enough contrast.
        </Text>
      )}
    </div>
  );
};

const colourShape = /^#[\da-f]{6}$/i;
const wholeColours = (colours: NonNullable<NewPlayer['colours']>) => {
  const of = (name: 'accent' | 'background' | 'text') => (colourShape.test(colours[name] ?? '') ? colours[name]! : '');
  return { accent: of('accent'), background: of('background'), text: of('text') };
};

/** The names of languages in English, by name: options of a select. */
const languageNames = (languages: readonly string[]): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return languages
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
};
