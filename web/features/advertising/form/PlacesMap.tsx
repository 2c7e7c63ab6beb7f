import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TargetDetail } from '#contract/api/campaigns.ts';
import { shapesQuery } from '#web/features/live-map/shared/map-shapes.ts';
import { WholeWorld } from '#web/features/live-map/shared/WholeWorld.tsx';

type PlacesMapProps = { places: TargetDetail['children']; onOpen: (path: string) => void };

/** Low enough that the list and the buttons beneath stay in view. */
const heightRatio = 0.36;

/** The countries of the listeners on a map: a click opens one in the tree. The list beside it has the same. */
export const PlacesMap = ({ places, onOpen }: PlacesMapProps) => {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const { data: shapes } = useQuery(shapesQuery('coarse'));
  const [hovered, setHovered] = useState('');
  const size = { width: Math.max(260, width), height: Math.max(260, width) * heightRatio };
  const countries = places.map(({ path, label, listeners30d }) => ({
    ...{ iso: path, name: label, listeners: listeners30d },
    ...{ latitude: null, longitude: null },
  }));
  return (
    <div ref={ref} style={{ minHeight: size.height + 20 }}>
      {shapes && (
        <WholeWorld shapes={shapes} countries={countries} size={size} onCountry={onOpen} onPoint={setHovered} />
      )}
      <Text size="xs" c="dimmed" h={20}>
        <bdi>{hovered}</bdi>
      </Text>
    </div>
  );
};
