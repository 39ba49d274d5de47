import { groupBy } from "#contract/group-by.ts";
import { type HrTime, ValueType } from "@opentelemetry/api";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type HistogramMetricData,
  type MetricData,
} from "@opentelemetry/sdk-metrics";

/** One number of a metric, as prom-client returns it. */
interface FigureValue {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number | undefined>>;
  /** With a suffix for the parts of a histogram: `_bucket`, `_sum`, `_count`. */
  readonly metricName?: string;
}

/** A metric as prom-client returns it, by the name that `/metrics` prints. */
export interface Figure {
  readonly name: string;
  readonly help: string;
  /** Numbers or words, depending on how prom-client was asked. */
  readonly type: unknown;
  readonly values: readonly FigureValue[];
}

/** The time since which figures are counted, and now. */
export interface Period {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

const attributesOf = ({ labels }: FigureValue): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels)
      .filter(([name, value]) => name !== "le" && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );

const pointsOf = ({ values }: Figure, period: Period): DataPoint<number>[] =>
  values
    .filter(({ value }) => Number.isFinite(value))
    .map((value) => ({ ...period, attributes: attributesOf(value), value: value.value }));

/** The values of one histogram by their labels without `le`. */
const groupByLabels = ({ values }: Figure): FigureValue[][] => [
  ...groupBy(values, (value) => JSON.stringify(attributesOf(value))).values(),
];

type HistogramPoint = HistogramMetricData["dataPoints"][number];

/** Prometheus adds the counts of all smaller buckets to each; OpenTelemetry counts each alone. */
const histogramPoint = (
  name: string,
  values: readonly FigureValue[],
  period: Period,
): HistogramPoint | undefined => {
  const [first] = values;
  if (first === undefined) return undefined;
  const part = (suffix: string) =>
    values.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0;
  const buckets = values
    .filter(({ metricName }) => metricName === `${name}_bucket`)
    .map(({ labels, value }) => ({ most: Number(labels["le"]), value }))
    .filter(({ most }) => Number.isFinite(most))
    .toSorted((a, b) => a.most - b.most);
  const upTo = [...buckets.map(({ value }) => value), part("count")];
  const counts = upTo.map((value, index) => value - (upTo[index - 1] ?? 0));
  return {
    ...period,
    attributes: attributesOf(first),
    value: {
      buckets: { boundaries: buckets.map(({ most }) => most), counts },
      sum: part("sum"),
      count: part("count"),
    },
  };
};

/** The figures of `/metrics` in OpenTelemetry's form, with the same names and labels. */
export const readFigures = (figures: readonly Figure[], period: Period): MetricData[] =>
  figures
    .filter(({ values }) => values.length > 0)
    .map((figure) => {
      const common = {
        descriptor: {
          name: figure.name,
          description: figure.help,
          unit: "",
          valueType: ValueType.DOUBLE,
        },
        aggregationTemporality: AggregationTemporality.CUMULATIVE,
      };
      if (figure.type === "histogram")
        return {
          ...common,
          dataPointType: DataPointType.HISTOGRAM as const,
          dataPoints: groupByLabels(figure).flatMap(
            (values) => histogramPoint(figure.name, values, period) ?? [],
          ),
        };
      const dataPoints = pointsOf(figure, period);
      return figure.type === "counter"
        ? { ...common, dataPointType: DataPointType.SUM as const, isMonotonic: true, dataPoints }
        : { ...common, dataPointType: DataPointType.GAUGE as const, dataPoints };
    });
