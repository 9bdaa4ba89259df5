package conf

// SecretVariables returns the names of the environment variables that hold
// secrets of the configuration, in its order.
func SecretVariables(config any) []string {
	var names []string
	for _, l := range schemaOf(config).leaves {
		if _, secret := l.secret(); secret {
			names = append(names, l.tag.Get("env"))
		}
	}
	return names
}

// Changed returns the keys whose values differ between two configurations of one
// type, in its order. Secrets are not compared.
func Changed(old, now any) []string {
	before, after := schemaOf(old).leaves, schemaOf(now).leaves
	var keys []string
	for i, l := range before {
		if _, secret := l.secret(); !secret && l.defaultText() != after[i].defaultText() {
			keys = append(keys, l.key)
		}
	}
	return keys
}

// Values returns every key with its value, "key=value", in the configuration's
// order. Secrets are left out.
func Values(config any) []string {
	var values []string
	for _, l := range schemaOf(config).leaves {
		if _, secret := l.secret(); !secret {
			values = append(values, l.key+"="+l.defaultText())
		}
	}
	return values
}
