import { Suspense, lazy } from 'react';
import { Checkbox, Input, NumberInput, Skeleton, Text, Textarea, TextInput } from '@mantine/core';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { BlockOf, BlockType, SiteBlock } from '#contract/api/site-blocks.ts';
import { wording } from '#brand/wording.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { ImageInput } from './ImageInput.tsx';
import { LinkRows } from './LinkRows.tsx';
import { ScheduleRows } from './ScheduleRows.tsx';
import type { FieldErrors } from './field-errors.ts';
import type { SiteChoices } from './use-site-choices.ts';
import classes from './Editor.module.css';

const RichEditor = lazy(() =>
  loadChunk(() => import('#web/ui/form/RichEditor.tsx')).then((part) => ({ default: part.RichEditor })),
);

type FormProps<B extends SiteBlock> = {
  block: B;
  accountKey: AccountKey;
  choices: SiteChoices;
  /** By the names of the block's fields. */
  errors: FieldErrors;
  readOnly: boolean;
  onChange: (block: B, field: string) => void;
};

/** The fields of a block. */
export const BlockForm = (props: FormProps<SiteBlock>) => {
  const { block, errors, readOnly, onChange } = props;
  const Fields = fields[block.type] as (props: FormProps<SiteBlock>) => React.ReactNode;
  return (
    <fieldset className={classes.fields} disabled={readOnly}>
      <TextInput
        label="Heading"
        description={block.type === 'text' || block.type === 'image' ? undefined : 'Empty for the usual word'}
        maxLength={120}
        value={block.title}
        error={errors['title']}
        onChange={({ currentTarget }) => onChange({ ...block, title: currentTarget.value }, 'title')}
      />
      <Fields {...props} />
    </fieldset>
  );
};

type Fields<T extends BlockType> = (props: FormProps<BlockOf<T>>) => React.ReactNode;

/** Of a block without fields of its own: what it shows. */
const note = (text: string) => () => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);

type StationFieldProps = FormProps<BlockOf<'hero' | 'recent' | 'social'>>;

const StationField = ({ block, choices, errors, onChange }: StationFieldProps) => (
  <ChoiceInput
    label="Station"
    placeholder="Choose a station"
    searchable
    clearable={block.type === 'hero'}
    data={choices.stations}
    value={block.station || null}
    error={errors['station']}
    onChange={(station) => onChange({ ...block, station: station ?? '' }, 'station')}
  />
);

type CountFieldProps = FormProps<BlockOf<'recent' | 'podcasts' | 'episodes'>> & { most: number };

const CountField = ({ block, errors, onChange, most }: CountFieldProps) => (
  <NumberInput
    label="How many"
    min={1}
    max={most}
    allowDecimal={false}
    value={block.count}
    error={errors['count']}
    onChange={(count) => onChange({ ...block, count: Number(count) }, 'count')}
  />
);

const fields: { [T in BlockType]: Fields<T> } = {
  hero: (props) => {
    const { block, errors, onChange } = props;
    return (
      <>
        <StationField {...(props as unknown as StationFieldProps)} />
        <Textarea
          label="Text"
          description="Empty for the slogan of the station"
          autosize
          minRows={2}
          maxLength={300}
          value={block.text}
          error={errors['text']}
          onChange={({ currentTarget }) => onChange({ ...block, text: currentTarget.value }, 'text')}
        />
        <TextInput
          label="Button"
          description="Empty for “Listen” in the language of the site"
          maxLength={40}
          value={block.cta}
          error={errors['cta']}
          onChange={({ currentTarget }) => onChange({ ...block, cta: currentTarget.value }, 'cta')}
        />
      </>
    );
  },
  player: ({ block, choices, errors, onChange }) => (
    <ChoiceInput
      label="Player"
      placeholder="Choose a player"
      description="From your players for websites"
      searchable
      data={choices.players}
      value={block.player || null}
      error={errors['player']}
      onChange={(player) => onChange({ ...block, player: player ?? '' }, 'player')}
    />
  ),
  stations: note('Shows your stations that have a public page.'),
  recent: (props) => (
    <>
      <StationField {...(props as unknown as StationFieldProps)} />
      <CountField {...(props as unknown as CountFieldProps)} most={20} />
    </>
  ),
  schedule: ScheduleRows,
  podcasts: (props) => {
    const { block, choices, errors, onChange } = props;
    return (
      <>
        <CountField {...(props as unknown as CountFieldProps)} most={24} />
        <Checkbox.Group
          label={wording.Podcasts}
          description="The newest ones if you choose none"
          value={block.keys}
          error={errors['keys']}
          onChange={(keys) => onChange({ ...block, keys }, 'keys')}
        >
          {choices.podcasts.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} mt={6} />
          ))}
        </Checkbox.Group>
      </>
    );
  },
  episodes: (props) => {
    const { block, choices, errors, onChange } = props;
    return (
      <>
        <ChoiceInput
          label={wording.Podcast}
          placeholder={`Choose a ${wording.podcast}`}
          searchable
          data={choices.podcasts}
          value={block.podcast || null}
          error={errors['podcast']}
          onChange={(podcast) => onChange({ ...block, podcast: podcast ?? '' }, 'podcast')}
        />
        <CountField {...(props as unknown as CountFieldProps)} most={20} />
      </>
    );
  },
  people: note('Shows people of your stations who have made their profile public.'),
  text: ({ block, errors, readOnly, onChange }) => (
    <div>
      <Input.Label labelElement="div" mb={4}>
        Text
      </Input.Label>
      <Suspense fallback={<Skeleton h={230} role="status" aria-label="Loading" />}>
        <RichEditor
          key={`${block.id}${String(readOnly)}`}
          label="Text"
          value={block.html}
          error={errors['html']}
          onChange={(html) => onChange({ ...block, html }, 'html')}
        />
      </Suspense>
      {errors['html'] !== undefined && <Input.Error mt={4}>{errors['html']}</Input.Error>}
    </div>
  ),
  image: ({ block, accountKey, errors, readOnly, onChange }) => (
    <>
      <ImageInput
        accountKey={accountKey}
        label="Image"
        image={block.image}
        readOnly={readOnly}
        error={errors['image']}
        onChange={(image) => onChange({ ...block, image }, 'image')}
      />
      <TextInput
        label="Description"
        description="Read out to people who cannot see the image"
        required
        maxLength={300}
        value={block.alt}
        error={errors['alt']}
        onChange={({ currentTarget }) => onChange({ ...block, alt: currentTarget.value }, 'alt')}
      />
      <TextInput
        label="Caption"
        maxLength={300}
        value={block.caption}
        error={errors['caption']}
        onChange={({ currentTarget }) => onChange({ ...block, caption: currentTarget.value }, 'caption')}
      />
    </>
  ),
  social: (props) => (
    <>
      <StationField {...(props as unknown as StationFieldProps)} />
      <Text size="sm" c="dimmed">
        Shows the profiles that you have entered for the station.
      </Text>
    </>
  ),
  links: LinkRows,
  partners: note('Shows the public partners of this portal.'),
  contact: ({ block, errors, onChange }) => (
    <>
      <TextInput
        label="E-mail"
        type="email"
        value={block.email}
        error={errors['email']}
        onChange={({ currentTarget }) => onChange({ ...block, email: currentTarget.value }, 'email')}
      />
      <TextInput
        label="Phone"
        type="tel"
        value={block.phone}
        error={errors['phone']}
        onChange={({ currentTarget }) => onChange({ ...block, phone: currentTarget.value }, 'phone')}
      />
      <Textarea
        label="Postal address"
        autosize
        minRows={3}
        maxLength={500}
        value={block.address}
        error={errors['address']}
        onChange={({ currentTarget }) => onChange({ ...block, address: currentTarget.value }, 'address')}
      />
    </>
  ),
};
