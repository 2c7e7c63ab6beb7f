{{- define "skywave.labels" -}}
app.kubernetes.io/name: skywave
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "skywave.meta" -}}
name: {{ .root.Release.Name }}-{{ .part }}
labels:
  {{- include "skywave.labels" . | nindent 2 }}
  app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
  helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "skywave.engineHost" -}}
{{ .Release.Name }}-engine.{{ .Release.Namespace }}.svc
{{- end }}

{{/* Each of several engines has a name of its own; the one has that of its service. */}}
{{- define "skywave.engineHosts" -}}
{{- if eq (int .Values.engine.replicas) 1 -}}
{{ include "skywave.engineHost" . }}
{{- else -}}
{{- range $at := until (int .Values.engine.replicas) }}{{ if $at }} {{ end }}{{ $.Release.Name }}-engine-{{ $at }}.{{ include "skywave.engineHost" $ }}{{ end }}
{{- end }}
{{- end }}

{{/* Where edges find the engines' buses. */}}
{{- define "skywave.buses" -}}
{{- range $at, $host := splitList " " (include "skywave.engineHosts" .) }}{{ if $at }} {{ end }}https://{{ $host }}:8701{{ end }}
{{- end }}

{{/* The portal's engine, or engines by names that stay. */}}
{{- define "skywave.engines" -}}
{{- if eq (int .Values.engine.replicas) 1 -}}
- { name: ENGINE_URL, value: 'http://{{ include "skywave.engineHost" . }}:8700' }
{{- else -}}
- { name: ENGINES, value: '{{ range $at, $host := splitList " " (include "skywave.engineHosts" .) }}{{ if $at }},{{ end }}engine-{{ $at }}@http://{{ $host }}:8700{{ end }}' }
{{- end }}
{{- end }}

{{- define "skywave.image" -}}
image: {{ .repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
{{- end }}

{{- define "skywave.pod" -}}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "skywave.labels" . | nindent 8 }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "skywave.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "skywave.mounts" -}}
- { name: data, mountPath: /data }
- { name: media, mountPath: /data/files }
- { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "skywave.media" -}}
- name: media
  persistentVolumeClaim:
    claimName: {{ .Values.media.existingClaim | default (printf "%s-media" .Release.Name) }}
- name: tmp
  emptyDir: {}
{{- end }}

{{/* A setting from the Secret: a list of the name and whether it may be missing. */}}
{{- define "skywave.secret" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef: { name: {{ .root.Values.existingSecret }}, key: {{ .name }}, optional: {{ .optional }} }
{{- end }}

{{- define "skywave.metrics" -}}
- { name: METRICS_PORT, value: '9464' }
- { name: METRICS_HOST, value: 0.0.0.0 }
{{ include "skywave.secret" (dict "root" . "name" "METRICS_TOKEN" "optional" false) }}
{{- end }}

{{/* What portals, workers and delivery have in common. */}}
{{- define "skywave.settings" -}}
{{- range $name := list "DATABASE_URL" "CLICKHOUSE_URL" "ENGINE_TOKEN" "S3_ACCESS_KEY" "S3_SECRET_KEY" }}
{{ include "skywave.secret" (dict "root" $ "name" $name "optional" false) }}
{{- end }}
{{- range $name := .Values.secretSettings }}
{{ include "skywave.secret" (dict "root" $ "name" $name "optional" true) }}
{{- end }}
{{ include "skywave.engines" . }}
- { name: MEDIA_URL, value: 'http://{{ .Release.Name }}-portal.{{ .Release.Namespace }}.svc:8080' }
{{ include "skywave.metrics" . }}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{- define "skywave.own" -}}
{{- range $name, $value := . }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{- define "skywave.match" -}}
{{ include "skywave.labels" . | fromYaml | toJson }}
{{- end }}
