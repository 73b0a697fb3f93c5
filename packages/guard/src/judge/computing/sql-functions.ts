const words = (text: string) => new Set(text.split(/\s+/))

/** What may stand in front of a parenthesis: words of the language, types, and functions that only compute or tell. */
export const CALLED = words(
  `select from where and or not in exists as on using over filter values union all any some except intersect when then else
  case by having between like ilike limit offset join distinct within group partition order explain lateral array row is
  materialized varchar char character numeric decimal float double int integer bigint text timestamp time date datetime interval
  count sum avg min max total group_concat string_agg array_agg bool_and bool_or every stddev stddev_pop stddev_samp variance
  var_pop var_samp median mode percentile_cont percentile_disc corr
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  coalesce nullif ifnull iif if isnull nvl greatest least cast convert typeof
  abs ceil ceiling floor round trunc sign mod power pow sqrt exp ln log log10 log2 pi random rand sin cos tan asin acos atan
  atan2 degrees radians gcd lcm width_bucket div
  length char_length character_length octet_length bit_length lower upper initcap trim ltrim rtrim btrim substr substring left
  right lpad rpad replace reverse repeat concat concat_ws instr position locate strpos split_part substring_index format printf
  ascii chr unicode hex unhex quote to_hex md5 sha1 sha2 sha256 encode decode translate overlay starts_with like glob regexp
  regexp_like regexp_match regexp_matches regexp_replace regexp_substr regexp_count regexp_split_to_array
  regexp_split_to_table string_to_array string_to_table soundex zeroblob
  now current_timestamp current_date current_time localtime localtimestamp curdate curtime utc_date utc_timestamp sysdate
  strftime julianday unixepoch timediff datediff timestampdiff date_add date_sub date_format str_to_date from_unixtime
  unix_timestamp date_trunc date_part extract age to_char to_date to_timestamp to_number make_date make_timestamp make_interval
  year month day hour minute second week quarter dayofweek dayofmonth dayofyear dayname monthname weekday last_day
  json json_valid json_type json_extract json_array json_object json_array_length json_each json_tree json_group_array
  json_group_object json_quote json_keys json_length json_unquote json_contains json_pretty json_value json_query
  json_agg json_build_object json_build_array json_object_agg json_array_elements json_array_elements_text json_each_text
  json_object_keys json_typeof json_extract_path json_extract_path_text jsonb jsonb_agg jsonb_build_object jsonb_build_array
  jsonb_object_agg jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_each jsonb_each_text
  jsonb_object_keys jsonb_typeof jsonb_extract_path jsonb_extract_path_text jsonb_pretty jsonb_path_query jsonb_path_exists
  to_json to_jsonb row_to_json array_length array_to_string array_position cardinality unnest generate_series
  version database schema current_database current_schema current_schemas current_user session_user user last_insert_rowid
  sqlite_version changes total_changes row_count found_rows pragma_table_info pragma_table_xinfo pragma_table_list
  pragma_index_list pragma_index_info pragma_foreign_key_list pragma_database_list
  pg_size_pretty pg_database_size pg_table_size pg_total_relation_size pg_relation_size pg_indexes_size pg_typeof
  pg_get_viewdef pg_get_indexdef pg_get_constraintdef pg_get_functiondef pg_get_expr pg_get_userbyid pg_table_is_visible
  pg_is_in_recovery pg_postmaster_start_time pg_backend_pid pg_blocking_pids pg_encoding_to_char format_type obj_description
  col_description to_regclass has_table_privilege has_schema_privilege has_database_privilege has_column_privilege
  to_tsvector to_tsquery plainto_tsquery websearch_to_tsquery ts_rank ts_headline similarity bin oct inet_ntoa inet_aton`,
)
